package io.twophase.planted.layers.domain.id;

import java.io.File;

/** The domain knows of no files. */
public interface SeesFiles {

  File file();
}
