/** Examples that run, step by step. */
@NullMarked
package io.twophase.cli.example;

import org.jspecify.annotations.NullMarked;
