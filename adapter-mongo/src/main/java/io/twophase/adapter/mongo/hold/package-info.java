/** Holds on accounts and on any other document: calls, guarded writes and the stored forms. */
@NullMarked
package io.twophase.adapter.mongo.hold;

import org.jspecify.annotations.NullMarked;
