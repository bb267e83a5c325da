package io.twophase.domain.value;

import static io.twophase.domain.testing.Documents.NULL;
import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Fields.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTest {

  @Test
  void aMapOrACollectionThatHasItselfIsRefused() {
    Map<String, Object> map = new HashMap<>();
    map.put("a", map);
    List<Object> list = new ArrayList<>();
    list.add(list);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Value.of(map))
        .withMessageEndingWith("more than 200 documents and arrays in each other");
    assertThatIllegalArgumentException().isThrownBy(() -> Value.of(list));
    assertThatIllegalArgumentException().isThrownBy(() -> Fields.of(map));
  }

  /** Their own order differs from one JVM to the next: a repeated request would be another one. */
  @Test
  void whatHasNoOrderOfItsOwnIsPutInOne() {
    Map<String, Integer> map =
        Map.of("h", 8, "c", 3, "a", 1, "g", 7, "b", 2, "f", 6, "e", 5, "d", 4);
    Set<Integer> set = Set.of(8, 3, 1, 7, 2, 6, 5, 4);

    assertThat(Fields.of(map)).isEqualTo(Fields.of(new TreeMap<>(map)));
    assertThat(Value.of(List.of(map))).isEqualTo(Value.of(List.of(new TreeMap<>(map))));
    assertThat(Value.of(set)).isEqualTo(Value.of(new TreeSet<>(set)));
    assertThat(Value.of(Set.of(2, 1))).isEqualTo(Value.of(List.of(1, 2)));
  }

  @Test
  void whatHasAnOrderKeepsIt() {
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put("b", 1);
    map.put("a", 2);

    assertThat(Fields.of(map).all()).extracting(Field::name).containsExactly("b", "a");
    assertThat(Value.of(new LinkedHashSet<>(List.of(2, 1)))).isEqualTo(Value.of(List.of(2, 1)));
  }

  private enum Size {
    LARGE,
    SMALL;

    @Override
    public String toString() {
      return "a size";
    }
  }

  private record Item(String name, @Nullable Size size, Optional<LocalDate> due) {}

  /** Its accessor is called by reflection. */
  @SuppressWarnings("UnusedMethod")
  private record Loud(String name) {
    @Override
    public String name() {
      throw new IllegalStateException("no name");
    }
  }

  /** {an object of Java's, the value it stands for}. */
  @SuppressWarnings("JavaUtilDate")
  static Stream<Arguments> javas() {
    LocalDate day = LocalDate.of(2026, 11, 23);
    long midnight = 1795392000000L;
    return Stream.of(
        arguments('x', value("x")),
        arguments(Size.LARGE, value("LARGE")),
        arguments((short) 7, value(7)),
        arguments((byte) 7, value(7)),
        arguments(0.5f, value(0.5)),
        arguments(new BigDecimal("7.5"), value(new BigDecimal("7.5"))),
        arguments(new BigInteger("7"), value(new BigDecimal("7"))),
        arguments(fields("a", 1), value(fields("a", 1))),
        arguments(
            UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
            new Value.Other("binData", "10000000" + "04" + "00112233445566778899aabbccddeeff")),
        arguments(new byte[] {0, -1}, new Value.Other("binData", "02000000" + "00" + "00ff")),
        arguments(day, new Value.Date(midnight)),
        arguments(day.atTime(0, 0, 1), new Value.Date(midnight + 1_000)),
        arguments(new Date(7), new Value.Date(7)),
        arguments(Instant.ofEpochMilli(7), new Value.Date(7)),
        arguments(Optional.empty(), NULL),
        arguments(Optional.of(7), value(7)),
        arguments(new String[] {"a", "b"}, array("a", "b")),
        arguments(new long[] {1, 2}, array(1L, 2L)),
        arguments(new int[0], array()),
        arguments(EnumSet.allOf(Size.class), array("LARGE", "SMALL")),
        arguments(new HashSet<>(List.of(Size.SMALL, Size.LARGE)), array("LARGE", "SMALL")),
        arguments(Map.of(Size.SMALL, 1), value(fields("SMALL", 1))),
        arguments(
            List.of(new Item("pen", null, Optional.of(day))),
            array(fields("name", "pen", "size", null, "due", new Value.Date(midnight)))));
  }

  @ParameterizedTest
  @MethodSource("javas")
  void javasOwnObjectsStandForValues(Object object, Value value) {
    assertThat(Value.of(object)).isEqualTo(value);
  }

  @Test
  void whatHasNoOrderThatLastsIsTheSameForAnyCapacity() {
    Map<String, Integer> small = new HashMap<>(Map.of("b", 1, "a", 2, "zz", 3, "y", 4));
    Map<String, Integer> large = new HashMap<>(1_000_000);
    large.putAll(small);

    assertThat(Fields.of(small).all()).extracting(Field::name).containsExactly("a", "b", "y", "zz");
    assertThat(Fields.of(large)).isEqualTo(Fields.of(small));
  }

  static Stream<Arguments> noValues() {
    return Stream.of(
        arguments(
            Map.of("currency", Currency.getInstance("USD")),
            "currency: an object of java.util.Currency is no value: USD; taken are null, a String"),
        arguments(new OwnerId("me"), "io.twophase.domain.Owner$OwnerId is no value: me; taken are"),
        arguments(new Loud("x"), "cannot be read"),
        arguments(Instant.MAX, "cannot be stored"),
        arguments(LocalDateTime.MAX, "cannot be stored"));
  }

  @ParameterizedTest
  @MethodSource("noValues")
  void whatIsNoValueIsRefusedWithWhatIsTaken(Object object, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Value.of(object))
        .withMessageContaining(message);
  }

  @Test
  void showsOfALargeValueAsMuchAsALineTakes() {
    assertThat(value("x".repeat(198)).words()).isEqualTo('"' + "x".repeat(198) + '"');
    assertThat(value("x".repeat(500)).words())
        .isEqualTo('"' + "x".repeat(199) + "… (string, 505 bytes)");
  }

  /** Lengths before the parts: nothing in a text can be taken for the end of it. */
  @Test
  void hasATextThatNoOtherValueHas() {
    assertThat(
            List.of(
                value(fields("a", "x\", b: \"y")).exactText(),
                value(fields("a", "x", "b", "y")).exactText(),
                array("a", "b").exactText(),
                array("a\", \"b").exactText(),
                array(array("a"), "b").exactText(),
                array(array("a", "b")).exactText(),
                array("objectId 00").exactText(),
                array(new Value.Other("objectId", "00")).exactText(),
                value(fields("a", NULL)).exactText(),
                value(fields()).exactText(),
                array().exactText()))
        .doesNotHaveDuplicates();
  }

  @Test
  void randomValuesMatchExactlyIfTheirCanonicalTextsDo() {
    Random random = Seed.random("ValueTest");
    RandomDocuments documents = new RandomDocuments(random);
    for (int round = 0; round < 2_000; round++) {
      Value one = documents.value();
      Value other = documents.value();
      assertThat(one.matches(other))
          .as("%s and %s", one, other)
          .isEqualTo(one.canonical().exactText().equals(other.canonical().exactText()));
      assertThat(one.equals(other))
          .as("%s and %s", one, other)
          .isEqualTo(one.exactText().equals(other.exactText()));
      one.compareTo(other)
          .ifPresent(
              order ->
                  assertThat(order == 0).as("%s and %s", one, other).isEqualTo(one.matches(other)));
    }
  }
}
