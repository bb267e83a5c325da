/** The screens, each over a store in memory. */
@NullMarked
package io.twophase.console.screen;

import org.jspecify.annotations.NullMarked;
