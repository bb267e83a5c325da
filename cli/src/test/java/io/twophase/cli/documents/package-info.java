/** The documents: what they show is run, and what they name is there. */
package io.twophase.cli.documents;
