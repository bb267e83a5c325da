@NullMarked
package io.twophase.app.function;

import org.jspecify.annotations.NullMarked;
