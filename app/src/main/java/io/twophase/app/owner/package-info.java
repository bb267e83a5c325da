/** Which processes are alive: this one shows it, and others are watched. */
@NullMarked
package io.twophase.app.owner;

import org.jspecify.annotations.NullMarked;
