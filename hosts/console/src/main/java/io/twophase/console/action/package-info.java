/** What operators do by hand: the forms, the actions and their log. */
@NullMarked
package io.twophase.console.action;

import org.jspecify.annotations.NullMarked;
