/**
 * Reads an embedded store of the older format: documents in an H2 MVStore as of the last
 * checkpoint, and journals of what changed since. It writes nothing there.
 */
@NullMarked
package io.twophase.embedded.upgrade;

import org.jspecify.annotations.NullMarked;
