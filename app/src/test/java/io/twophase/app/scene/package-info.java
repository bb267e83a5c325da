/** Scenes in words, which are played over the front door and over single writes. */
package io.twophase.app.scene;
