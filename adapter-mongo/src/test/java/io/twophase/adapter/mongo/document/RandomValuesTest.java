package io.twophase.adapter.mongo.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;

/**
 * Whatever a host gives is refused where it is given, or comes back from BSON's bytes exactly: what
 * came back as another value would not be known again by the transaction that it is of.
 */
class RandomValuesTest {

  private final Random random = Seed.random("RandomValuesTest");

  @Test
  void areRefusedOrComeBackExactly() {
    int refused = 0;
    int kept = 0;
    for (int round = 0; round < 20_000; round++) {
      Map<String, Object> given = document(2);
      Fields fields;
      try {
        fields = Fields.of(given);
      } catch (IllegalArgumentException unstorable) {
        refused++;
        continue;
      }
      kept++;
      Fields back = Values.fields(throughBytes(Values.document(fields)));
      assertThat(back).isEqualTo(fields);
      assertThat(back.exactText()).isEqualTo(fields.exactText());
    }
    // both happen, so neither is what always happens
    assertThat(refused).isGreaterThan(1_000);
    assertThat(kept).isGreaterThan(5_000);
  }

  @Test
  void areKeptIfTheyHaveNothingUnusual() {
    for (int round = 0; round < 2_000; round++) {
      Value text = Value.of("größe \uD83D\uDE00 " + random.nextInt());
      Value number = Value.of(new BigDecimal(BigInteger.valueOf(random.nextLong()), scale(20)));
      assertThat(Values.decode(Values.encode(text))).isEqualTo(text);
      assertThat(Values.decode(Values.encode(number))).isEqualTo(number);
    }
  }

  private Map<String, Object> document(int depth) {
    Map<String, Object> document = new LinkedHashMap<>();
    for (int more = random.nextInt(4); more > 0; more--) {
      document.put(text(), object(depth));
    }
    return document;
  }

  private Object object(int depth) {
    return switch (random.nextInt(depth == 0 ? 7 : 9)) {
      case 0 -> random.nextInt();
      case 1 -> random.nextLong();
      case 2 -> Double.longBitsToDouble(random.nextLong());
      case 3 -> decimal();
      case 4 -> Instant.ofEpochMilli(random.nextLong());
      case 5 -> random.nextBoolean();
      case 6 -> text();
      case 7 -> list(depth - 1);
      default -> document(depth - 1);
    };
  }

  private List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    for (int more = random.nextInt(4); more > 0; more--) {
      list.add(object(depth));
    }
    return list;
  }

  /** Digits and exponents about the ends of what there is. */
  private BigDecimal decimal() {
    BigInteger digits = new BigInteger(random.nextInt(120), random);
    int scale =
        switch (random.nextInt(3)) {
          case 0 -> scale(40);
          case 1 -> -6111 + scale(4);
          default -> 6176 + scale(4);
        };
    return new BigDecimal(random.nextBoolean() ? digits : digits.negate(), scale);
  }

  private int scale(int most) {
    return random.nextInt(2 * most) - most;
  }

  /** Any characters, halves of such among them. */
  private String text() {
    StringBuilder text = new StringBuilder();
    for (int more = random.nextInt(6); more > 0; more--) {
      switch (random.nextInt(8)) {
        case 0 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
        case 1 ->
            text.append((char) (random.nextInt(20) == 0 ? 0xD800 + random.nextInt(0x800) : 0));
        case 2 -> text.append((char) (0xE000 + random.nextInt(0x2000)));
        default -> text.append((char) (1 + random.nextInt(0xD7FF)));
      }
    }
    return text.toString();
  }

  private static BsonDocument throughBytes(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    BsonDocumentCodec codec = new BsonDocumentCodec();
    codec.encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
    try (BsonBinaryReader reader = new BsonBinaryReader(buffer.getByteBuffers().get(0).asNIO())) {
      return codec.decode(reader, DecoderContext.builder().build());
    }
  }
}
