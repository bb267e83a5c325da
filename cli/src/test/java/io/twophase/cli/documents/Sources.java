package io.twophase.cli.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that is written in the project, but for its documents.
 *
 * @param files the Java files, with each line stripped of margins and of the star of comments
 * @param words every word of them, of the poms, the launcher and the samples
 */
record Sources(List<String> files, Set<String> words) {

  private static final Pattern WORD = Pattern.compile("\\w+");

  static Sources read(Path root) {
    Set<String> words = new HashSet<>();
    List<String> java = texts(root, ".java").toList();
    Stream.concat(java.stream(), texts(root, "pom.xml")).forEach(text -> addWords(text, words));
    addWords(text(root.resolve("twophase")), words);
    return new Sources(java.stream().map(Sources::plain).toList(), words);
  }

  /** Lines without margins and stars, and without those that are empty then. */
  static String plain(String text) {
    return text.lines()
        .map(String::strip)
        .map(line -> line.replaceFirst("^\\* ?", "").strip())
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  /** Whether these lines follow each other in one of the files. */
  boolean contain(List<String> lines) {
    String wanted = plain(String.join("\n", lines));
    return files.stream().anyMatch(file -> file.contains(wanted));
  }

  private static void addWords(String text, Set<String> words) {
    WORD.matcher(text).results().map(MatchResult::group).forEach(words::add);
  }

  private static Stream<String> texts(Path root, String ending) {
    try (Stream<Path> all = Files.walk(root)) {
      List<Path> wanted =
          all.filter(file -> file.toString().endsWith(ending))
              .filter(file -> !root.relativize(file).toString().contains("target/"))
              .toList();
      return wanted.stream().map(Sources::text);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
