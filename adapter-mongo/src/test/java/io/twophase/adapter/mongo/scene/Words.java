package io.twophase.adapter.mongo.scene;

import static java.util.stream.Collectors.joining;

import io.twophase.domain.account.Opening;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.testing.AccountFixture;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.testing.Repeated;
import io.twophase.domain.testing.Verbs;
import java.util.Locale;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Words of requests for holds, and of their answers. A request is in the words of {@link
 * HoldWords}, an account to be opened in those of {@link AccountFixture}. Several of a call are
 * parted by {@code + }.
 */
public final class Words {

  private static final JsonWriterSettings SHELL =
      JsonWriterSettings.builder().outputMode(JsonMode.SHELL).build();

  private Words() {}

  /** The parts of a list. */
  static Stream<String> each(String list) {
    return Stream.of(list.split(" \\+ ", -1));
  }

  /** Verbs of steps on a store, whose requests and answers are in these words. */
  static Verbs verbs(Object steps, Object... ports) {
    return new Verbs(steps, ports)
        .reading(Placing[].class, all -> each(all).map(HoldWords::placing).toArray(Placing[]::new))
        .reading(
            Opening[].class,
            all ->
                each(all)
                    .map(each -> Answers.accepted(AccountFixture.words(each)))
                    .toArray(Opening[]::new))
        .reading(Target.class, HoldWords::target)
        .reading(CollectionName.class, DocumentWords::collection)
        .reading(BsonDocument.class, text -> text.isEmpty() ? new BsonDocument() : json(text))
        .reading(BsonDocument[].class, Words::all)
        .saying(Home.class, Home::name)
        .saying(Answer.class, Words::answer)
        .saying(Sight.class, Words::sight);
  }

  /** A document, of which a text may be millions of one letter. */
  public static BsonDocument json(String text) {
    return enlarged(BsonDocument.parse(text)).asDocument();
  }

  private static BsonValue enlarged(BsonValue value) {
    if (value.isDocument()) {
      value.asDocument().replaceAll((name, each) -> enlarged(each));
    } else if (value.isArray()) {
      value.asArray().replaceAll(Words::enlarged);
    } else if (value.isString()) {
      return new BsonString(Repeated.value(value.asString().getValue()));
    }
    return value;
  }

  /** Several documents, one behind the other. */
  static BsonDocument[] all(String texts) {
    BsonArray all = BsonArray.parse("[" + texts.replace("} {", "}, {") + "]");
    return all.stream().map(BsonValue::asDocument).toArray(BsonDocument[]::new);
  }

  static String shell(BsonDocument document) {
    return document.toJson(SHELL);
  }

  static String answer(Answer answer) {
    return switch (answer.kind()) {
      case HELD -> "held";
      case SHORT -> "short of " + answer.available();
      case BUSY ->
          "busy by "
              + answer.hold().map(Words::holder).orElse("many")
              + answer.elsewhere().map(where -> " on " + where).orElse("");
      case REFUSED -> answer.reason().map(why -> why.kind() + ": " + why.message()).orElseThrow();
      default -> answer.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  private static String holder(Hold hold) {
    return hold.record().value();
  }

  static String sight(Sight sight) {
    return switch (sight.kind()) {
      case UNREADABLE -> "unreadable: " + sight.fault().orElseThrow();
      case ABSENT -> "absent";
      default ->
          sight.stored().orElseThrow().holds().stream()
              .map(Words::holder)
              .collect(joining(", ", "held by ", ""))
              .replaceFirst("held by $", "free");
    };
  }

  /** An outcome, or whatever has a name in capitals. */
  static String outcome(Object outcome) {
    return outcome.toString().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
