/** The screens: what is in a store, what changes while somebody looks, what operators do. */
@NullMarked
package io.twophase.console.screen;

import org.jspecify.annotations.NullMarked;
