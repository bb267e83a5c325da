/**
 * The shortcut that some stores have: batches that are one transaction of the store. What cannot go
 * that way goes by the protocol.
 */
@NullMarked
package io.twophase.app.transfer.atomic;

import org.jspecify.annotations.NullMarked;
