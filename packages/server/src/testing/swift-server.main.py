"""OpenStack Swift with its S3 interface, in one process, for tests: swift-server.main.py FOLDER PORT MEMCACHED_PORT

Debian's swift-proxy, swift-account, swift-container and swift-object bring the code; rings and settings lie in FOLDER, so
that nothing of the machine's own is read or changed. With 0 it takes a port that is free. Says "listening PORT" when
connections are taken.
"""
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

folder, wanted_port, cache_port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
# Before the others, which are given any port that is free: this one too.
proxy = eventlet.listen(('127.0.0.1', wanted_port), backlog=1024)
port = proxy.getsockname()[1]


def write(name, text):
    with open(os.path.join(folder, name), 'w') as file:
        file.write(text)
    return os.path.join(folder, name)


# Swift reads these from /etc/swift, unless one says otherwise before.
utils.SWIFT_CONF_FILE = write('swift.conf', '''[swift-hash]
swift_hash_path_suffix = tests
swift_hash_path_prefix = tests
[storage-policy:0]
name = one
default = yes
''')
utils.validate_configuration()
storage_policy.reload_storage_policies()

DEVICE = 'disk'
os.makedirs(os.path.join(folder, DEVICE), exist_ok=True)
COMMON = f'''[DEFAULT]
devices = {folder}
mount_check = false
bind_ip = 127.0.0.1
swift_dir = {folder}
recon_cache_path = {folder}
log_level = CRITICAL
'''

listeners = {}
for kind in ('account', 'container', 'object'):
    listener = eventlet.listen(('127.0.0.1', 0), backlog=1024)
    listeners[kind] = listener
    at = listener.getsockname()[1]
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({
        'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': at, 'device': DEVICE, 'weight': 1,
        'replication_ip': '127.0.0.1', 'replication_port': at, 'meta': '',
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
    write(f'{kind}.conf', f'''{COMMON}bind_port = {at}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
''')

write('proxy.conf', f'''{COMMON}bind_port = {port}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth bulk slo dlo versioned_writes symlink proxy-server
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{cache_port}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
''' + ''.join(f'''[filter:{name}]
use = egg:swift#{name}
''' for name in ('catch_errors', 'gatekeeper', 'healthcheck', 's3api', 'bulk', 'slo', 'dlo', 'versioned_writes', 'symlink'))
      + '''[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
''')
listeners['proxy'] = proxy

for kind, listener in listeners.items():
    app = loadapp(os.path.join(folder, f'{kind}.conf'), global_conf={'log_name': kind})
    eventlet.spawn(wsgi.server, listener, app, log_output=False)
print(f'listening {port}', flush=True)
while True:
    eventlet.sleep(3600)
