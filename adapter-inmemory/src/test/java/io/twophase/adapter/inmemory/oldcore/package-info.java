/** The old ports of holds beside the new one: the same calls have the same answers. */
@NullMarked
package io.twophase.adapter.inmemory.oldcore;

import org.jspecify.annotations.NullMarked;
