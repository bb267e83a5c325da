package io.twophase.cli.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document, taken apart.
 *
 * @param file where it is
 * @param blocks its blocks of code, in their order
 * @param prose its lines outside of those
 */
record Markdown(Path file, List<Block> blocks, List<String> prose) {

  private static final String FENCE = "```";
  private static final String INDENT = "    ";
  private static final Pattern LIST = Pattern.compile("\\s*([-*]|\\d+\\.)\\s.*");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

  /**
   * A block of code.
   *
   * @param language what the fence names; empty for an indented one
   * @param lines without the indentation
   */
  record Block(String language, List<String> lines) {}

  /** Reads a document. */
  static Markdown read(Path file) {
    try {
      return of(file, Files.readAllLines(file));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Takes lines of a document apart. */
  static Markdown of(Path file, List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    List<String> prose = new ArrayList<>();
    boolean inList = false;
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at);
      if (line.startsWith(FENCE)) {
        int end = at + 1;
        while (!lines.get(end).startsWith(FENCE)) {
          end++;
        }
        blocks.add(new Block(line.substring(FENCE.length()).strip(), lines.subList(at + 1, end)));
        at = end + 1;
      } else if (line.startsWith(INDENT) && !inList) {
        int end = at;
        while (end < lines.size()
            && (lines.get(end).startsWith(INDENT) || lines.get(end).isBlank())) {
          end++;
        }
        blocks.add(new Block("", unindented(lines.subList(at, end))));
        at = end;
      } else {
        inList = LIST.matcher(line).matches() || (inList && !isPlain(line));
        prose.add(line);
        at++;
      }
    }
    return new Markdown(file, blocks, prose);
  }

  /** Text at the margin ends a list, and whatever is indented in it. */
  private static boolean isPlain(String line) {
    return !line.isBlank() && !line.startsWith(" ");
  }

  private static List<String> unindented(List<String> lines) {
    List<String> plain = new ArrayList<>();
    lines.forEach(line -> plain.add(line.isBlank() ? "" : line.substring(INDENT.length())));
    while (plain.get(plain.size() - 1).isEmpty()) {
      plain.remove(plain.size() - 1);
    }
    return plain;
  }

  /** The targets of its links, as they are written. */
  List<String> links() {
    return inProse(LINK);
  }

  /** What it shows as code within a sentence. */
  List<String> spans() {
    return inProse(SPAN);
  }

  private List<String> inProse(Pattern pattern) {
    return prose.stream()
        .flatMap(line -> pattern.matcher(line).results().map(MatchResult::group))
        .map(
            found -> {
              Matcher matcher = pattern.matcher(found);
              return matcher.matches() ? matcher.group(1) : found;
            })
        .toList();
  }

  /** The names by which its headings can be linked to. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    for (String line : prose) {
      if (line.startsWith("#")) {
        String title = line.replaceFirst("^#+\\s+", "").toLowerCase(Locale.ROOT);
        anchors.add(title.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
      }
    }
    return anchors;
  }

  @Override
  public String toString() {
    return file.getFileName().toString();
  }
}
