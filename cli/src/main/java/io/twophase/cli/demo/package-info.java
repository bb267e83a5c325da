/**
 * The content of {@code demo} and {@code example}: processes on a server of their own, that may
 * die.
 */
@NullMarked
package io.twophase.cli.demo;

import org.jspecify.annotations.NullMarked;
