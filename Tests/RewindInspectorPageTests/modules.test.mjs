import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import test from 'node:test';
import { page } from './random.mjs';

const folders = ['', ...readdirSync(page, { withFileTypes: true })
    .filter(each => each.isDirectory()).map(each => `${each.name}/`)];
const files = folders.flatMap(folder => readdirSync(new URL(folder, page))
    .filter(name => name.includes('.')).map(name => folder + name));
const text = file => readFileSync(new URL(file, page), 'utf8');
const imports = file => [...text(file).matchAll(/^import (?:\{([^}]*)\} from )?'([^']+)';$/gm)]
    .map(([, names = '', path]) => ({
        names: names.split(',').map(name => name.trim().split(' as ')[0]).filter(Boolean),
        path: join(dirname(file), path),
    }));
const exports = /^export (?:\{([^}]*)\}|(?:async )?(?:const|function\*?|class) (\w+))/gm;
const exported = file => [...text(file).matchAll(exports)]
    .flatMap(([, names, name]) => (name ? [name] : names.split(',').map(each => each.trim())));
const scripts = files.filter(file => file.endsWith('.js'));

test('Modules import existing names, and not each other in a circle', () => {
    const done = new Set();
    const visit = (file, above) => {
        assert.ok(!above.includes(file), [...above, file].join(' > '));
        if (done.has(file)) return;
        for (const { names, path } of imports(file)) {
            for (const name of names) assert.ok(exported(path).includes(name), `${file}: ${name} of ${path}`);
            visit(path, [...above, file]);
        }
        done.add(file);
    };
    scripts.forEach(file => visit(file, []));
});

test('Each export is imported somewhere', () => {
    const used = new Set(scripts.flatMap(imports).flatMap(({ names, path }) => names.map(name => `${path} ${name}`)));
    const types = readFileSync(new URL('../types.d.ts', page), 'utf8');
    // The recorded API has the names of the one that it replaces.
    for (const file of scripts.filter(each => each !== 'offline/recorded-api.js')) {
        for (const name of exported(file)) {
            assert.ok(used.has(`${file} ${name}`) || types.includes(`'./Page/${file}').${name}`), `${file}: ${name}`);
        }
    }
});

test('The recorded API has the names of the other one', () => {
    assert.deepEqual(exported('offline/recorded-api.js').sort(), exported('core/api.js').sort());
});

test('A folder has at most twelve files, and no two files share a name', () => {
    for (const folder of folders.slice(1)) {
        assert.ok(files.filter(file => dirname(file) === folder.slice(0, -1)).length <= 12, folder);
    }
    assert.equal(new Set(files.map(file => basename(file))).size, files.length);
});

test('Classes are words, and each one of the style sheets is used', () => {
    const sheets = files.filter(file => file.endsWith('.css')).map(text).join('\n').replace(/\/\*.*?\*\//gs, '');
    const selectors = [...sheets.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector)
        .filter(selector => !selector.includes('@'));
    const names = new Set(selectors.flatMap(selector => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)])
        .map(([, name]) => name));
    // Exported pages have parts that the exporter writes.
    const exporter = new URL('../../Sources/RewindInspector/Document/', import.meta.url);
    const exported = readdirSync(exporter).map(file => readFileSync(new URL(file, exporter), 'utf8'));
    const source = [...[...scripts, 'index.html', 'fleet.html'].map(text), ...exported].join('\n');
    for (const name of names) {
        assert.ok(name.length > 2 || ['on'].includes(name), name);
        // Some end in a number or an outcome from a template.
        const stem = name.replace(/^(slice|width|outcome|level)-\w+$/, '$1-');
        assert.ok(new RegExp(`(?<![\\w-])${stem}`).test(source), `.${name}`);
    }
});
