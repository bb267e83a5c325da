/** Commands on any document. */
@NullMarked
package io.twophase.cli.document;

import org.jspecify.annotations.NullMarked;
