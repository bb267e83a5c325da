package io.twophase.cli.file;

import io.twophase.cli.failure.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a file is by its contents: the SHA-256 of its bytes, in hexadecimal. */
public final class FileDigest {

  private static final int BUFFER = 1 << 16;

  private FileDigest() {}

  /** Reads the whole file once, in pieces. */
  public static String of(Path file) {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER];
    try (InputStream bytes = Files.newInputStream(file)) {
      for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    } catch (IOException fault) {
      throw CommandFailure.badInput("file " + file + " cannot be read: " + fault.getMessage());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
