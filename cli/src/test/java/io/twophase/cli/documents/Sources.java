package io.twophase.cli.documents;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.filefilter.IOFileFilter;
import org.apache.commons.io.filefilter.NameFileFilter;
import org.apache.commons.io.filefilter.PrefixFileFilter;
import org.apache.commons.io.filefilter.SuffixFileFilter;

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

  /** The files of the modules' main code that have something like that, by their paths. */
  static SortedSet<String> mainFiles(Path root, Pattern pattern) {
    SortedSet<String> names = new TreeSet<>();
    for (Path file : files(root, ".java")) {
      String name = root.relativize(file).toString();
      if (name.contains("src/main/") && pattern.matcher(text(file)).find()) {
        names.add(name);
      }
    }
    return names;
  }

  /** All Java files of the project. */
  static List<Path> javaFiles(Path root) {
    return files(root, ".java");
  }

  private static Stream<String> texts(Path root, String ending) {
    return files(root, ending).stream().map(Sources::text);
  }

  /** What builds and tests leave behind is passed by: it comes and goes while others run. */
  private static List<Path> files(Path root, String ending) {
    IOFileFilter leftBehind = new NameFileFilter("target").or(new PrefixFileFilter("."));
    return FileUtils.listFiles(root.toFile(), new SuffixFileFilter(ending), leftBehind.negate())
        .stream()
        .map(File::toPath)
        .toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
