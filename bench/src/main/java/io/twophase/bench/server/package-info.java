/** The server that is measured, and the network in front of it. */
@NullMarked
package io.twophase.bench.server;

import org.jspecify.annotations.NullMarked;
