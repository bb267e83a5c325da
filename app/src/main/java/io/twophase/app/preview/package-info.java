/** What would become of transactions, by what is read now; nothing is written. */
@NullMarked
package io.twophase.app.preview;

import org.jspecify.annotations.NullMarked;
