/** The pages in a real browser, in the profile {@code browser}. */
@NullMarked
package io.twophase.console.browser;

import org.jspecify.annotations.NullMarked;
