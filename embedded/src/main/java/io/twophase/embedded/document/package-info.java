/** Documents as the storage keeps them: their keys, their bytes, and maps of them. */
@NullMarked
package io.twophase.embedded.document;

import org.jspecify.annotations.NullMarked;
