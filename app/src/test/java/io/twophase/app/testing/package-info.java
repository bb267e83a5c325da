/** What the tests of the application share. */
package io.twophase.app.testing;
