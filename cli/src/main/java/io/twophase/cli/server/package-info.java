/** Commands on the embedded server and its store: server, store. */
@NullMarked
package io.twophase.cli.server;

import org.jspecify.annotations.NullMarked;
