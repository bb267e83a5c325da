/** The screens that show what is in a store. */
@NullMarked
package io.twophase.console.screen;

import org.jspecify.annotations.NullMarked;
