/** How the tests ask a console. */
@NullMarked
package io.twophase.console.testing;

import org.jspecify.annotations.NullMarked;
