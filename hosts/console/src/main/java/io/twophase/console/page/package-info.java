/** Routes, the answers of screens, and how an answer becomes a page or JSON. */
@NullMarked
package io.twophase.console.page;

import org.jspecify.annotations.NullMarked;
