/** The console of Twophase below a path of the host, for callers whom the host's security knows. */
@NullMarked
package io.twophase.spring.console;

import org.jspecify.annotations.NullMarked;
