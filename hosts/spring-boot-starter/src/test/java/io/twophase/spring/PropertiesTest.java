package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors, and the page for hosts, say of the properties and of the driver. */
class PropertiesTest {

  private static final Path PAGE = Path.of(System.getProperty("twophase.root"), "docs/GUIDE.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(twophase\\.[a-z.-]+)` \\| (?:`([^`]*)`)? *\\|");

  /** The metadata of this module, by the names of the properties. */
  private static Map<String, JsonNode> metadata() throws IOException {
    Map<String, JsonNode> ours = new TreeMap<>();
    String name = "META-INF/spring-configuration-metadata.json";
    for (URL file : Collections.list(PropertiesTest.class.getClassLoader().getResources(name))) {
      try (InputStream in = file.openStream()) {
        for (JsonNode property : JsonMapper.shared().readTree(in).get("properties")) {
          String named = property.get("name").asString();
          if (named.startsWith("twophase.")) {
            ours.put(named, property);
          }
        }
      }
    }
    return ours;
  }

  @Test
  void everyPropertyIsDescribedToEditors() throws IOException {
    assertThat(metadata()).hasSizeGreaterThan(10);
    assertThat(metadata().values())
        .allSatisfy(
            property -> {
              assertThat(property.path("description").asString("")).isNotBlank();
              assertThat(property.path("type").asString("")).startsWith("java.");
            });
  }

  @Test
  void thePageListsThemWithTheirDefaults() throws IOException {
    List<String> listed = new ArrayList<>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> listed.add(row.group(1) + "=" + Objects.toString(row.group(2), "")));
    List<String> there =
        metadata().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue().path("defaultValue").asString(""))
            .toList();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(there);
  }

  @Test
  void theDriverOfTheseTestsIsTheLowestThatThePageNames() throws IOException {
    String jar =
        Path.of(MongoClient.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .getFileName()
            .toString();
    String version = jar.replaceAll("mongodb-driver-sync-|\\.jar", "");
    assertThat(Files.readString(PAGE))
        .contains("`mongodb-driver-sync` " + version + " is the lowest");
  }
}
