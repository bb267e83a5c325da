package io.twophase.cli.file;

import io.twophase.cli.text.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies text, and refuses what is none, so that an endless device is not copied for ever. */
final class TextOnly {

  private static final int CHUNK = 64 * 1024;

  private TextOnly() {}

  /**
   * Copies all of {@code stream}.
   *
   * @param shown what the stream is called in messages
   * @throws CommandFailure at the first zero byte, which no text has
   */
  static void copy(InputStream stream, Path to, String shown) throws IOException {
    byte[] chunk = new byte[CHUNK];
    try (OutputStream out = Files.newOutputStream(to)) {
      for (int read = stream.read(chunk); read >= 0; read = stream.read(chunk)) {
        requireText(chunk, read, shown);
        out.write(chunk, 0, read);
      }
    }
  }

  /** Refuses what begins as no text does. */
  static void require(Path file, String shown) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      byte[] chunk = stream.readNBytes(CHUNK);
      requireText(chunk, chunk.length, shown);
    }
  }

  private static void requireText(byte[] bytes, int length, String shown) {
    for (int at = 0; at < length; at++) {
      if (bytes[at] == 0) {
        throw CommandFailure.badInput(
            shown + " is no text: it has a zero byte; text in UTF-8 is wanted");
      }
    }
  }
}
