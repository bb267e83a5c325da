/** A console for operators: what is under way in a store, and what is stuck. */
@NullMarked
package io.twophase.console;

import org.jspecify.annotations.NullMarked;
