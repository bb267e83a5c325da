package io.twophase.cli.text;

import io.twophase.domain.PeriodName;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From the words of a command line to numbers and file names, with plain words where they fail. */
public final class Converters {

  private Converters() {}

  public static void register(CommandLine line) {
    // One object for both types. With three references to each method here, JDK 17.0.15 crashes
    // while it writes the class-data archive of ./twophase; tests of processes see it.
    ITypeConverter<Integer> whole = Converters::whole;
    ITypeConverter<Long> wholeLong = Converters::wholeLong;
    ITypeConverter<Double> number = Converters::number;
    line.registerConverter(Path.class, Converters::path);
    line.registerConverter(Duration.class, new Durations());
    line.registerConverter(
        PeriodName.class, text -> CommandFailure.parsed(PeriodName.parse(text), why -> why));
    line.registerConverter(int.class, whole);
    line.registerConverter(Integer.class, whole);
    line.registerConverter(long.class, wholeLong);
    line.registerConverter(Long.class, wholeLong);
    line.registerConverter(double.class, number);
    line.registerConverter(Double.class, number);
  }

  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("a file's name is empty");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException invalid) {
      throw new TypeConversionException(pathFault(text));
    }
  }

  /** Why a text names no file. */
  public static String pathFault(String text) {
    String locale = System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name());
    return text.indexOf('\0') >= 0
        ? "'" + Lines.value(text) + "' has a character that no file's name may have"
        : "'%s' has characters that file names cannot have in this locale, which is %s; set another, as LC_ALL=C.UTF-8"
            .formatted(Lines.value(text), locale);
  }

  private static Integer whole(String text) {
    return number(text, Integer::valueOf, whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  private static Long wholeLong(String text) {
    return number(text, Long::valueOf, whole(text, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  private static Double number(String text) {
    return number(text, Double::valueOf, "a number");
  }

  private static String whole(String text, long least, long most) {
    String range = text.matches("[+-]?[0-9]+") ? " from " + least + " to " + most : "";
    return "a whole number" + range;
  }

  private static <N> N number(String text, Function<String, N> parse, String wanted) {
    try {
      return parse.apply(text);
    } catch (NumberFormatException none) {
      throw new TypeConversionException("'" + Lines.value(text) + "' is not " + wanted);
    }
  }
}
