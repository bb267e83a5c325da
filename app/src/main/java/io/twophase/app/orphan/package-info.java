/** What proves that nobody will ever settle a hold, and who may withdraw it then. */
@NullMarked
package io.twophase.app.orphan;

import org.jspecify.annotations.NullMarked;
