/** Decides authorizations, and cancels and reverses transactions. */
@NullMarked
package io.twophase.app.authorization;

import org.jspecify.annotations.NullMarked;
