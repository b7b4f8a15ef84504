import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { HeaderList } from '../../src/shared/model/header';

/** A request that a snippet is asked about. */
export type Asked = { readonly headers: HeaderList; readonly body: Uint8Array; readonly secret: string };

type Runner = {
  /** Files beside the snippet's own that let it be asked, and the command that asks. */
  readonly snippetFile: string;
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly [string, ...string[]];
  /** Ends with 0 where the language is there. */
  readonly probe: readonly [string, ...string[]];
};

// Each reads `asked.json`, an array of { headers, body (base64), secret }, and prints an array of true and false.
export const RUNNERS: Readonly<Record<string, Runner>> = {
  node: {
    snippetFile: 'verify.mjs',
    files: {
      'ask.mjs': `import { readFileSync } from "node:fs";
import { verify } from "./verify.mjs";
const asked = JSON.parse(readFileSync("asked.json", "utf8"));
console.log(JSON.stringify(asked.map((one) => verify(one.headers, Buffer.from(one.body, "base64"), one.secret))));
`,
    },
    command: [process.execPath, 'ask.mjs'],
    probe: [process.execPath, '--version'],
  },
  python: {
    snippetFile: 'webhook.py',
    files: {
      'ask.py': `import base64, json
from webhook import verify
asked = json.load(open("asked.json", encoding="utf-8"))
print(json.dumps([verify(one["headers"], base64.b64decode(one["body"]), one["secret"]) for one in asked]))
`,
    },
    command: ['python3', 'ask.py'],
    probe: ['python3', '--version'],
  },
  go: {
    snippetFile: 'webhook/verify.go',
    files: {
      'go.mod': 'module ask\n\ngo 1.18\n',
      'ask.go': `package main

import (
	"ask/webhook"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

type one struct {
	Headers map[string]string
	Body    []byte
	Secret  string
}

func main() {
	text, _ := os.ReadFile("asked.json")
	var asked []one
	if err := json.Unmarshal(text, &asked); err != nil {
		panic(err)
	}
	answers := []bool{}
	for _, this := range asked {
		headers := http.Header{}
		for name, value := range this.Headers {
			headers.Set(name, value)
		}
		answers = append(answers, webhook.Verify(headers, this.Body, this.Secret))
	}
	out, _ := json.Marshal(answers)
	fmt.Println(string(out))
}
`,
    },
    command: ['go', 'run', '.'],
    probe: ['go', 'version'],
  },
  php: {
    snippetFile: 'verify.php',
    files: {
      'ask.php': `<?php
require 'verify.php';
$asked = json_decode(file_get_contents('asked.json'), true);
echo json_encode(array_map(fn($one) => verify($one['headers'], base64_decode($one['body']), $one['secret']), $asked));
`,
    },
    command: ['php', 'ask.php'],
    probe: ['php', '--version'],
  },
  ruby: {
    snippetFile: 'verify.rb',
    files: {
      'ask.rb': `require "json"
require_relative "verify"
asked = JSON.parse(File.read("asked.json", encoding: "utf-8"))
puts JSON.generate(asked.map { |one| verify(one["headers"], one["body"].unpack1("m"), one["secret"]) })
`,
    },
    command: ['ruby', 'ask.rb'],
    probe: ['ruby', '--version'],
  },
};

export const isInstalled = ({ probe: [program, ...args] }: Runner): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** What a snippet answers for each request. */
export function runSnippet(runner: Runner, source: string, asked: readonly Asked[]): readonly boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-'));
  try {
    mkdirSync(join(folder, runner.snippetFile, '..'), { recursive: true });
    const files = {
      ...runner.files,
      [runner.snippetFile]: source,
      'asked.json': JSON.stringify(
        asked.map(({ headers, body, secret }) => ({
          headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
          body: Buffer.from(body).toString('base64'),
          secret,
        })),
      ),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const [program, ...args] = runner.command;
    const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program}: ${done.error?.message ?? ''}${done.stderr}\n${source}`);
    return z.array(z.boolean()).parse(JSON.parse(done.stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
