package io.twophase.cli.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.apache.commons.io.input.BOMInputStream;

/**
 * A file that a command reads, more than once if it must: one on disk, or standard input or another
 * stream, of which a copy is kept until this is closed.
 */
public final class InputFile implements AutoCloseable {

  /** The name of standard input, where a file is read. */
  static final String STANDARD_INPUT = "-";

  private static final int CHUNK = 64 * 1024;

  private final Path asked;
  private final Path read;
  private final String name;
  private final String shown;

  private InputFile(Path asked, Path read, String name, String shown) {
    this.asked = asked;
    this.read = read;
    this.name = name;
    this.shown = shown;
  }

  /**
   * The file that is named so; standard input where that is {@code -}.
   *
   * @throws CommandFailure if there is no such file, or it cannot be read
   */
  public static InputFile of(Path file) {
    if (isStandardInput(file)) {
      return copied(file, System.in, "stdin", "standard input");
    }
    String shown = "file " + file;
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      CommandFailure.badInputIf(attributes.isDirectory(), shown + " is a folder");
      if (!attributes.isRegularFile()) {
        return copied(file, Files.newInputStream(file), String.valueOf(file.getFileName()), shown);
      }
      CommandFailure.badInputIf(
          !Files.isReadable(file), shown + " cannot be read: permission denied");
      return new InputFile(file, file, String.valueOf(file.getFileName()), shown);
    } catch (NoSuchFileException none) {
      throw CommandFailure.badInput(shown + " does not exist");
    } catch (IOException fault) {
      throw CommandFailure.badInput(shown + " cannot be read: " + FileFaults.words(fault));
    }
  }

  public static boolean isStandardInput(Path file) {
    return file.toString().equals(STANDARD_INPUT);
  }

  private static InputFile copied(Path asked, InputStream stream, String name, String shown) {
    try (InputStream reading = stream) {
      Path copy = Files.createTempFile("twophase-input", ".csv");
      copy.toFile().deleteOnExit();
      byte[] chunk = new byte[CHUNK];
      try (OutputStream out = Files.newOutputStream(copy)) {
        // until there is a zero byte, so that an endless device is not copied for ever
        for (int read = reading.read(chunk); read >= 0; read = reading.read(chunk)) {
          requireText(chunk, read, shown);
          out.write(chunk, 0, read);
        }
      }
      return new InputFile(asked, copy, name, shown);
    } catch (IOException fault) {
      throw CommandFailure.badInput(shown + " cannot be read: " + FileFaults.words(fault));
    }
  }

  /** Returns what can be opened and read. */
  public Path path() {
    return read;
  }

  /** Returns what rows without an id are named by: the file's name without its folder. */
  public String name() {
    return name;
  }

  /**
   * Opens the file behind its byte order mark, if it has one.
   *
   * @throws CommandFailure if it begins as no text does
   */
  InputStream open() throws IOException {
    try (InputStream stream = Files.newInputStream(read)) {
      byte[] chunk = stream.readNBytes(CHUNK);
      requireText(chunk, chunk.length, shown);
    }
    return BOMInputStream.builder().setInputStream(Files.newInputStream(read)).get();
  }

  private static void requireText(byte[] bytes, int length, String shown) {
    CommandFailure.badInputIf(
        IntStream.range(0, length).anyMatch(at -> bytes[at] == 0),
        shown + " is no text: it has a zero byte; text in UTF-8 is wanted");
  }

  /** Returns what the file is by its contents: the SHA-256 of its bytes, in hexadecimal. */
  public String digest() {
    try (InputStream bytes = Files.newInputStream(read)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      bytes.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException fault) {
      throw CommandFailure.badInput("file " + read + " cannot be read: " + fault.getMessage());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /** As messages name it. */
  @Override
  public String toString() {
    return shown;
  }

  /** Forgets the copy, if there is one. */
  @Override
  public void close() {
    if (!read.equals(asked)) {
      try {
        Files.deleteIfExists(read);
      } catch (IOException fault) {
        throw new UncheckedIOException("the copy " + read + " cannot be removed", fault);
      }
    }
  }
}
