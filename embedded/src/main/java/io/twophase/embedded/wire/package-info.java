/** The MongoDB wire protocol over TCP: decoding, limits, connections. */
@NullMarked
package io.twophase.embedded.wire;

import org.jspecify.annotations.NullMarked;
