package io.twophase.cli.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/** The faults of a file, in plain words, without its name. */
public final class FileFaults {

  private static final Map<Class<? extends IOException>, String> WORDS =
      Map.of(
          NoSuchFileException.class, "it does not exist",
          FileNotFoundException.class, "it does not exist",
          AccessDeniedException.class, "permission denied",
          FileAlreadyExistsException.class, "it exists already",
          NotDirectoryException.class, "it is no folder",
          DirectoryNotEmptyException.class, "it is a folder that is not empty",
          FileSystemLoopException.class, "its links lead round in a circle",
          CharacterCodingException.class, "it is not text in UTF-8");

  private FileFaults() {}

  public static String words(IOException fault) {
    for (Map.Entry<Class<? extends IOException>, String> kind : WORDS.entrySet()) {
      if (kind.getKey().isInstance(fault)) {
        return kind.getValue();
      }
    }
    if (fault instanceof FileSystemException system && system.getReason() != null) {
      return plain(system.getReason());
    }
    String message = fault.getMessage();
    return message == null || message.isBlank() ? "it cannot be used" : plain(message);
  }

  /** The operating system's words, such as "No space left on device", within a sentence. */
  private static String plain(String reason) {
    boolean sentence = reason.length() > 1 && Character.isLowerCase(reason.charAt(1));
    return sentence ? Character.toLowerCase(reason.charAt(0)) + reason.substring(1) : reason;
  }
}
