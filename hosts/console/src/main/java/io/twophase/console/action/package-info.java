/** The actions of operators: their forms, and their log. */
@NullMarked
package io.twophase.console.action;

import org.jspecify.annotations.NullMarked;
