package io.twophase.adapter.mongo.driver;

import io.vavr.control.Option;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server's words say of a key that is taken. */
public final class DuplicateKey {

  /** MongoDB: {@code … index: NAME dup key: …}; DocumentDB: {@code … Index 'NAME'}. */
  private static final Pattern INDEX =
      Pattern.compile("\\bindex:? +'?([^\\s']+)'?", Pattern.CASE_INSENSITIVE);

  private DuplicateKey() {}

  /** The unique index that has the key, if the words name one. */
  static Option<String> index(String words) {
    Matcher matcher = INDEX.matcher(words);
    return Option.when(matcher.find(), () -> matcher.group(1));
  }

  /** Whether the words name the index of {@code _id}, which every collection has. */
  public static boolean isOfId(String words) {
    // MongoDB 4.0 names the index with its collection: bank.transactions.$_id_
    return index(words).exists(name -> name.equals("_id_") || name.endsWith("$_id_"));
  }
}
