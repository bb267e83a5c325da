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

/** The faults of a file, in plain words, without its name. */
public final class FileFaults {

  private FileFaults() {}

  public static String words(IOException fault) {
    if (fault instanceof NoSuchFileException || fault instanceof FileNotFoundException) {
      return "it does not exist";
    } else if (fault instanceof AccessDeniedException) {
      return "permission denied";
    } else if (fault instanceof FileAlreadyExistsException) {
      return "it exists already";
    } else if (fault instanceof NotDirectoryException) {
      return "it is no folder";
    } else if (fault instanceof DirectoryNotEmptyException) {
      return "it is a folder that is not empty";
    } else if (fault instanceof FileSystemLoopException) {
      return "its links lead round in a circle";
    } else if (fault instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    } else if (fault instanceof FileSystemException system && system.getReason() != null) {
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
