/** The architecture rules: each takes a root package and answers an ArchUnit rule. */
@NullMarked
package io.twophase.architecture.rules;

import org.jspecify.annotations.NullMarked;
