/** Values as JSON and text, and arguments as values. */
@NullMarked
package io.twophase.cli.view;

import org.jspecify.annotations.NullMarked;
